// What the collection holds, asked for once, unless there is nothing yet.
import { api, type Collection } from "./api";

let asked: Promise<Collection | null> | null = null;

// Null when it cannot be known; the next who asks tries again.
export function knownCollection(): Promise<Collection | null> {
  asked ??= api
    .collection()
    .catch(() => null)
    .then((collection) => {
      if (!collection?.documents) asked = null;
      return collection;
    });
  return asked;
}
