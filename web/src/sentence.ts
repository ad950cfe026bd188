// Turns a phrase of the server into a whole sentence.
export function sentence(text: string): string {
  if (text === "") return "";
  return text[0]!.toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}
