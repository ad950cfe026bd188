// MathLive, loaded when a formula is first edited: it is half of the page's weight.
//
// Nothing is fetched from elsewhere: its fonts are KaTeX's, which the style sheet has anyway, and it makes
// no sounds.
import type { MathfieldElement, VirtualKeyboardInterface } from "mathlive";

let loading: Promise<typeof import("mathlive")> | null = null;

export function loadMathlive(): Promise<typeof import("mathlive")> {
  loading ??= import("mathlive").then(
    (mathlive) => {
      const { MathfieldElement } = mathlive;
      MathfieldElement.fontsDirectory = null;
      MathfieldElement.soundsDirectory = null;
      MathfieldElement.plonkSound = null;
      MathfieldElement.computeEngine = null;
      window.mathVirtualKeyboard.addEventListener("geometrychange", () => {
        document.body.style.setProperty("--keyboard-height", `${window.mathVirtualKeyboard.boundingRect.height}px`);
      });
      return mathlive;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

// Loads it when nothing else is to be done, so that the first formula need not wait.
export function preloadMathlive(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
  idle(() => void loadMathlive().catch(() => undefined));
}

export async function makeMathfield(label: string): Promise<MathfieldElement> {
  const { MathfieldElement } = await loadMathlive();
  const field = new MathfieldElement();
  field.setAttribute("aria-label", label);
  field.smartFence = true;
  // The keyboard on the screen comes by our button, and by itself where there is no other.
  field.mathVirtualKeyboardPolicy = matchMedia("(pointer: coarse)").matches ? "auto" : "manual";
  return field;
}

export function virtualKeyboard(): (VirtualKeyboardInterface & EventTarget) | null {
  return loading ? window.mathVirtualKeyboard : null;
}
