import { enableCompileCache, getCompileCacheDir } from 'node:module'

// Compiled code is kept between starts, in this thread and in those that it starts; everything else is imported after that.
enableCompileCache()
const cache = getCompileCacheDir()
if (cache !== undefined) process.env.NODE_COMPILE_CACHE = cache

const { run } = await import('./cli/program.ts')
await run(process.argv)
