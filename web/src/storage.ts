// The page's data stored in this browser. If storing is forbidden, nothing is stored, and everything else works.

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
    // Storing is forbidden, or the storage is full.
  }
}
