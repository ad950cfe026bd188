// npm run check: writes the types of the API (src/api_types.ts) and checks the types of the page.
//
// The types are generated each time, so they cannot differ from noether/server/api/openapi.json. Only this check needs them:
// Vite removes types without checking them.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { installPackages } from "./build.mjs";

installPackages();
const { default: openapiTypescript, astToString } = await import("openapi-typescript");

const web = dirname(fileURLToPath(import.meta.url));
const description = join(web, "..", "noether", "server", "api", "openapi.json");
// A member with a default may be missing in a request; an array of two elements is a pair.
const schema = await openapiTypescript(pathToFileURL(description), { arrayLength: true, defaultNonNullable: false });
mkdirSync(join(web, "generated"), { recursive: true });
writeFileSync(join(web, "generated", "api_schema.d.ts"), astToString(schema));
const tsc = join(web, "node_modules", "typescript", "bin", "tsc");
process.exit(spawnSync(process.execPath, [tsc, "--noEmit", "-p", web], { stdio: "inherit" }).status ?? 1);
