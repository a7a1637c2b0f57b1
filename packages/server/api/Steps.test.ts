import { expect, test } from 'vitest'
import { jsonReply } from '../messages/ApiReply.ts'
import { inReader, next, type Steps } from './Steps.ts'

test('steps keep their order, and each knows its thread', () => {
  const { list }: Steps<never> = inReader(async () => next(1))
    .inWriter(async (_, count) => next(`${count + 1}`))
    .inReaderOnce(async (_, text) => next(text.length))
    .inMain(async (_, length) => jsonReply(length))
  expect(list).toMatchObject([{ on: 'reader' }, { on: 'writer' }, { on: 'reader', waits: true, once: true }, { on: 'main' }])
})

test('the compiler rejects steps that leave a request without a response, or that take another state', () => {
  const unfinished = inReader(async () => next(1))
  // @ts-expect-error nothing responds
  const complete: Steps<never> = unfinished
  // @ts-expect-error the state is a number
  const other = unfinished.inMain(async (_, text: string) => jsonReply(text))
  expect([complete.list.length, other.list.length]).toEqual([1, 2])
})
