import type { ComponentChildren } from "preact";
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** A modal sheet that is open as long as its signal says so. */
export function Sheet(props: { open: Signal<boolean>; title: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const open = props.open.value;
  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);
  return (
    <dialog
      ref={element}
      aria-label={props.title}
      onCancel={() => (props.open.value = false)}
      onClose={() => (props.open.value = false)}
      onClick={(event) => {
        if (event.target === element.current) props.open.value = false;
      }}
    >
      <div class="row">
        <h2 class="grow">{props.title}</h2>
        <button class="plain" onClick={() => (props.open.value = false)}>
          Close
        </button>
      </div>
      {open && props.children}
    </dialog>
  );
}
