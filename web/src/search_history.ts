// The last queries, stored only in this browser.

const key = "noether.history";
const most = 30;

export function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function remember(query: string): void {
  const text = query.trim();
  if (text === "" || text.length > 2000) return;
  store(withQuery(readHistory(), text));
}

export function forgetHistory(): void {
  localStorage.removeItem(key);
}

// The newest queries first, without repetition.
export function withQuery(history: string[], query: string): string[] {
  return [query, ...history.filter((other) => other !== query)].slice(0, most);
}

function store(history: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(history));
  } catch {
    // Storing fails if the storage is full or forbidden; the search works without it.
  }
}
