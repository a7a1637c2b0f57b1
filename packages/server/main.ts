import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

// Compiled code is kept between starts; everything else is imported after this. Other threads learn of it by the environment,
// which takes the folder above the one that is named after the version.
enableCompileCache()
const cache = getCompileCacheDir()
if (cache !== undefined) process.env.NODE_COMPILE_CACHE = dirname(cache)

const { run } = await import('./cli/program.ts')
await run(process.argv)
