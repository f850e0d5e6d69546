// Keeps the playground for when there is no network, where the browser can.

export async function stayWithoutNetwork(): Promise<void> {
  // A page that is framed in another is kept by its own visit; one opened from a file cannot be.
  if (!("serviceWorker" in navigator) || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI));
  } catch {
    // Without it the page works as long as there is a network.
  }
}
