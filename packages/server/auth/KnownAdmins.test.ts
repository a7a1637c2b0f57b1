import { expect, test } from 'vitest'
import { adminsChanged } from './admins.ts'
import { KnownAdmins } from './KnownAdmins.ts'

/** Opens the known admins of a database whose answers the test gives. */
function open() {
  const questions: PromiseWithResolvers<boolean>[] = []
  const admins = new KnownAdmins(() => {
    const question = Promise.withResolvers<boolean>()
    questions.push(question)
    return question.promise
  })
  return { admins, questions }
}

test('an admin is asked for until there is one, and not again before the admins change', async () => {
  const { admins, questions } = open()
  for (const answer of [false, true]) {
    const has = admins.has()
    questions.at(-1)?.resolve(answer)
    expect(await has).toBe(answer)
  }
  expect(await admins.has()).toBe(true)
  expect(questions).toHaveLength(2)
  admins.consume(adminsChanged(undefined))
  const again = admins.has()
  questions.at(-1)?.resolve(false)
  expect(await again).toBe(false)
  expect(questions).toHaveLength(3)
})

test.each(['consume', 'recover'] as const)('an answer from before a change is not remembered (%s)', async change => {
  const { admins, questions } = open()
  const before = admins.has()
  if (change === 'consume') admins.consume(adminsChanged(undefined))
  else admins.recover()
  questions[0]?.resolve(true)
  expect(await before).toBe(true)

  const after = admins.has()
  questions[1]?.resolve(false)
  expect(await after).toBe(false)
})
