import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * The JavaScript of one file of this folder and of all that it imports, minified, as a browser would be sent it: the built
 * packages as their manifests offer them. Throws when it would be more than one file.
 */
export async function bundled(name: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(name, import.meta.url)),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const [result] = Array.isArray(made) ? made : [made];
  if (result === undefined || !('output' in result)) throw new Error('nothing was built');
  const [file, ...more] = result.output;
  if (more.length > 0) throw new Error(`${more.length + 1} files were built: ${more.map((each) => each.fileName)}`);
  return file.code;
}
