// What the collection holds, asked for once.
import { api, type Collection } from "./api";

let asked: Promise<Collection | null> | null = null;

// Null when it cannot be known; the next who asks tries again.
export function knownCollection(): Promise<Collection | null> {
  asked ??= api.collection().catch(() => {
    asked = null;
    return null;
  });
  return asked;
}
