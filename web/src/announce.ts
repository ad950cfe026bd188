// Announces a text to screen readers, through the live region of index.html.
export function announce(text: string): void {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}
