// Formats numbers for people.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return whole.format(count);
}

export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

// Three significant digits.
export function formatScore(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "–";
}
