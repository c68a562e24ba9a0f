// node run_wasm.mjs FILE: runs the program in the module, and prints what it says.
import { readFileSync } from "node:fs";

const decoder = new TextDecoder();
const environment = {
  program_say(text) {
    const bytes = new Uint8Array(instance.exports.memory.buffer, text);
    process.stdout.write(decoder.decode(bytes.subarray(0, bytes.indexOf(0))));
  },
  program_end(status) {
    process.exit(status);
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env: environment });
process.exitCode = instance.exports.main();
