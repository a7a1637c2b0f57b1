import { Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Semaphore } from '../../runtime/Semaphore.ts'

/** Bytes that are parsed at once. */
const sliceBytes = 4 * 1024
/** Milliseconds of parsing forms after which other work of the thread gets its turn. */
const maxTurnMs = 3

/** One form is parsed at a time: forms that each took a turn of their own would together keep other work waiting. */
const parsing = new Semaphore({ maxConcurrent: 1 })
/** When the present turn of parsing has begun. */
let begun = 0

/** Creates a stream that passes on the bytes of a form in slices: a chunk of 64 KiB can begin 500 files, which takes 30 ms. */
export function slicedForm(): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      await parsing.run(async () => {
        for (let at = 0; at < chunk.length; at += sliceBytes) {
          if (performance.now() - begun >= maxTurnMs) {
            await nextTurn()
            begun = performance.now()
          }
          this.push(chunk.subarray(at, at + sliceBytes))
        }
      })
      done()
    },
  })
}
