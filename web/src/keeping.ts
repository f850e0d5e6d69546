// What the browser keeps for the next visit. A page in a frame of somebody else, or a browser that keeps nothing, has none of it.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keepFor(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The next visit begins anew.
  }
}
