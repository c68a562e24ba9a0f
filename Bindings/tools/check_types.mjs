/**
 * Checks the declarations of a binding for TypeScript: they compile, a program that uses them compiles, and they
 * declare what the module exports: no name less, none more, and as many parameters.
 *
 *     node Bindings/tools/check_types.mjs MODULE.js MODULE.d.ts PROGRAM.ts
 *
 * TypeScript is the package node-typescript of Debian, or what `require` finds.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const DEBIAN = "/usr/share/nodejs/typescript";
const ts = require(existsSync(DEBIAN) ? DEBIAN : "typescript");

const [script, declarations, program] = process.argv.slice(2).map(file => path.resolve(file));
const wrong = [];
const compiled = ts.createProgram([declarations, program], {
  strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022,
  moduleResolution: ts.ModuleResolutionKind.NodeJs, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [], typeRoots: [path.join(path.dirname(program), "types")],
});
const checker = compiled.getTypeChecker();

for (const each of ts.getPreEmitDiagnostics(compiled)) {
  const { line } = each.file ? ts.getLineAndCharacterOfPosition(each.file, each.start) : { line: 0 };
  wrong.push(`${each.file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(each.messageText, "\n")}`);
}

/** A function may be declared with fewer parameters that must be given than JavaScript counts, never with more. */
function checkParameters(name, real, type, kind) {
  for (const { parameters, minArgumentCount } of checker.getSignaturesOfType(type, kind)) {
    const hasRest = parameters.some(each => each.valueDeclaration?.dotDotDotToken);
    if (minArgumentCount <= real.length && (hasRest || parameters.length >= real.length)) continue;
    wrong.push(`${name}: ${minArgumentCount} to ${parameters.length} parameters are declared, it has ${real.length}`);
  }
}

const isMethod = symbol => (symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0;
const isPublic = name => typeof name === "string" && !name.startsWith("_");

/** Members of an object and those that are declared. */
function checkMembers(name, object, declared, passed) {
  const known = new Map(declared.map(symbol => [symbol.name, symbol]));
  for (const member of Object.getOwnPropertyNames(object)) {
    if (isPublic(member) && !passed.includes(member) && !known.has(member)) wrong.push(`${name}.${member}: undeclared`);
  }
  for (const [member, symbol] of known) {
    if (!isMethod(symbol)) continue;
    if (!(member in object)) wrong.push(`${name}.${member}: declared, but missing`);
    else if (symbol.flags & ts.SymbolFlags.Method) {
      const type = checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration);
      checkParameters(`${name}.${member}`, object[member], type, ts.SignatureKind.Call);
    }
  }
}

const source = compiled.getSourceFile(declarations);
const exported = new Map(checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map(symbol => {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return [symbol.name, target];
}).filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value));
const imported = await import(pathToFileURL(script));
const real = typeof imported.default === "object" ? imported.default : imported;

for (const name of Object.keys(real)) if (!exported.has(name)) wrong.push(`${name}: exported, but not declared`);
for (const [name, symbol] of exported) {
  if (!(name in real)) {
    wrong.push(`${name}: declared, but not exported`);
    continue;
  }
  const type = checker.getTypeOfSymbolAtLocation(symbol, source);
  if (!(symbol.flags & ts.SymbolFlags.Class)) {
    if (typeof real[name] === "function") checkParameters(name, real[name], type, ts.SignatureKind.Call);
    continue;
  }
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  checkMembers(name, real[name].prototype, members, ["constructor"]);
  const statics = [...symbol.exports.values()].filter(each => each.name !== "prototype");
  checkMembers(name, real[name], statics, ["length", "name", "prototype"]);
}

for (const line of wrong) console.error(line);
console.log(`${path.relative(".", declarations)}: ${exported.size} exports, ${wrong.length} mistakes`);
process.exitCode = wrong.length > 0 ? 1 : 0;
