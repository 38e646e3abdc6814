/** A plugin of tsup: in CommonJS, what loads on demand is required. Jest rejects `import()` without a flag of Node. */
export const requireOnDemand = {
  name: 'require-on-demand',
  renderChunk(this: { format: string }, code: string, { path }: { path: string }) {
    if (this.format !== 'cjs' || !path.endsWith('.cjs')) return
    return {
      code: code.replace(
        /\bimport\((["'][^"']+["'])\)/g,
        // A module with nothing but a default export is that export.
        "Promise.resolve().then(() => require($1)).then((m) => 'default' in m ? m : { ...m, default: m })",
      ),
    }
  },
}
