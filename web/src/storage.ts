// What this browser remembers for us. Where storing is forbidden nothing is remembered, and all else
// works.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden, or full.
  }
}
