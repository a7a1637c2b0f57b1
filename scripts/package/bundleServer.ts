import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { build, type Plugin, type Rolldown } from 'vite'
import { repositoryDir } from '../../test/harness/paths.ts'
import { emitReferencedFiles } from './emitReferencedFiles.ts'

const server = join(repositoryDir, 'packages/server')

/**
 * Bundles the server and the libraries it uses to JavaScript that Node can run, because Node runs no TypeScript in `node_modules`.
 * Threads and processes get files of their own. `licenses.md` has the licenses of the bundled libraries.
 * @param installed libraries that npm installs with the package, because they have binaries or import modules by computed names
 * @returns the files of the bundle by the paths of the modules that start as the program, a thread or a process
 */
export async function bundleServer(outDir: string, installed: readonly string[]): Promise<Record<string, string>> {
  const { output } = (await build({
    configFile: false,
    root: server,
    logLevel: 'warn',
    plugins: [emitReferencedFiles(server), expectImports(installed)],
    ssr: {
      noExternal: true,
      external: [...installed],
      // Bundles the same files that Node would load.
      resolve: { mainFields: ['main'], conditions: ['node'] },
    },
    build: {
      ssr: join(server, 'cli/main.ts'),
      ssrEmitAssets: true,
      target: 'node26',
      outDir,
      emptyOutDir: true,
      license: { fileName: 'licenses.md' },
      // Readable stack traces are worth more than 2 MB.
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })) as Rolldown.RolldownOutput
  const entries = output.filter(file => file.type === 'chunk').filter(({ isEntry }) => isEntry)
  return Object.fromEntries(entries.map(file => [relative(repositoryDir, file.facadeModuleId ?? ''), file.fileName]))
}

/** Fails the build unless the bundle imports exactly the libraries that npm installs. */
function expectImports(installed: readonly string[]): Plugin {
  return {
    name: 'coffer:expect-imports',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
      const imports = new Set(chunks.flatMap(chunk => [...chunk.imports, ...chunk.dynamicImports]))
      const libraries = [...imports].filter(name => !(name in bundle) && !isBuiltin(name)).sort()
      if (libraries.join() !== [...installed].sort().join())
        this.error(
          `The bundle imports ${libraries.join(', ')}, but the dependencies in package.json are ${installed.join(', ')}.`,
        )
      for (const { fileName, code } of chunks) {
        const [computed] = findComputedImports(fileName, code)
        if (computed !== undefined)
          this.error(`${fileName} has ${computed}, which is not bundled. Add the library it comes from to the dependencies.`)
      }
    },
  }
}

/** Whether an expression is the address of a file, which is no library. */
const isFileAddress = (source: string): boolean => source.startsWith('pathToFileURL(')

/** Returns dynamic imports whose module is only known when the code runs, except imports of files of the user. */
function findComputedImports(fileName: string, code: string): string[] {
  // Parsing all chunks would take longer than bundling them.
  if (!/\bimport\(\s*[^\s"']/.test(code)) return []
  const computed: string[] = []
  new Visitor({
    ImportExpression: ({ source, start, end }) => {
      if (source.type !== 'Literal' && !isFileAddress(code.slice(source.start, source.end))) computed.push(code.slice(start, end))
    },
  }).visit(parseSync(fileName, code).program)
  return computed
}
