// Waits for the fonts of the first lines, which index.html preloads, but not for long: text that is drawn before its font
// arrives would move when it does.

const firstFonts = ['1em "Source Serif"', '600 1em "Source Serif"', '1em "Source Sans"', "1em KaTeX_Main", "italic 1em KaTeX_Math", "1em KaTeX_Size1", "1em KaTeX_Size2"];
const patience = 400; // ms

export async function fontsOrTime(): Promise<void> {
  const fonts = Promise.allSettled(firstFonts.map((font) => document.fonts.load(font)));
  await Promise.race([fonts, new Promise((resolve) => setTimeout(resolve, patience))]);
}
