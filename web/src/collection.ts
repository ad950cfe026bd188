// A description of the collection. It is requested once, or again while the collection is empty.
import { api, type Collection } from "./api";

let asked: Promise<Collection | null> | null = null;

// Null if the request fails; the next call tries again.
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
