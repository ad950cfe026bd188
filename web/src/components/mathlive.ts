// MathLive, loaded when a formula is first edited, because it is half of the page's size.
//
// Nothing is fetched from elsewhere: it uses KaTeX's fonts, which the style sheet contains anyway, and no sounds.
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

// Loads MathLive when the browser is idle, so that the first formula need not wait.
export function preloadMathlive(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
  idle(() => void loadMathlive().catch(() => undefined));
}

export async function makeMathfield(label: string): Promise<MathfieldElement> {
  const { MathfieldElement } = await loadMathlive();
  const field = new MathfieldElement();
  field.setAttribute("aria-label", label);
  field.smartFence = true;
  // The on-screen keyboard opens by our button, and by itself on devices without a keyboard.
  field.mathVirtualKeyboardPolicy = matchMedia("(pointer: coarse)").matches ? "auto" : "manual";
  return field;
}

export function virtualKeyboard(): (VirtualKeyboardInterface & EventTarget) | null {
  return loading ? window.mathVirtualKeyboard : null;
}
