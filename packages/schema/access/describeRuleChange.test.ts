import { expect, test } from 'vitest'
import { describeRuleChange } from './describeRuleChange.ts'
import type { RuleChange } from './RuleChange.ts'

const change: RuleChange = { action: 'view', before: null, after: 'x', opensToEveryone: false }
const ids = { gainedIds: [], lostIds: [] }
const user = (difference: object) => ({ persona: 'users/x', username: 'x', collection: 'users', ...difference })
const changed = [user({ gained: 4, lost: 10 }), user({ gained: 0, lost: 1 }), user({ gained: 0, lost: 1 })]
const users = { total: 9000, examined: 100, gaining: 1, losing: 3, changed }

test.each<[Partial<RuleChange>, string[]]>([
  [{ guests: { gained: 1240, lost: 0, ...ids } }, ['1,240 records become visible to everyone.']],
  [
    { guests: { gained: 1, lost: 1, ...ids } },
    ['1 record becomes visible to everyone.', '1 record is no longer visible to everyone.'],
  ],
  [
    { guests: { gained: 12, lost: 0, ...ids }, users },
    [
      '12 records become visible to guests.',
      '1 of the 100 examined of 9,000 users gains 4 records.',
      '3 of the 100 examined of 9,000 users lose 12 records in total.',
    ],
  ],
  [
    { opensToEveryone: true, sample: 1000, guests: { gained: 90_000, lost: 0, ...ids } },
    ['Everyone gets access to all records.', 'About 90,000 records become visible to everyone.'],
  ],
  [
    { guests: { gained: 12, lost: 0, ...ids }, users: { ...users, gaining: 0, losing: 0 } },
    ['12 records become visible to guests.', 'None of the 100 examined of 9,000 users gains or loses records.'],
  ],
  [
    { guests: { gained: 0, lost: 0, ...ids }, users: { ...users, examined: 0, gaining: 0, losing: 0 } },
    ['The records of users could not be counted in time.'],
  ],
  [
    { sample: 1000, guests: { gained: 0, lost: 0, ...ids }, users: { ...users, total: 100, losing: 0 } },
    ['1 of the users gains about 4 records.'],
  ],
  [{ action: 'create', opensToEveryone: true }, ['Everyone can create records.']],
  [{ action: 'create', opensToEveryone: true, isUncertain: true }, ['Everyone might create records.']],
  [
    { opensToEveryone: true, isUncertain: true, guests: ids },
    ['Everyone might get access to all records.', 'The records could not be counted in time.'],
  ],
  [{ guests: { gained: 0, lost: 0, ...ids } }, ['This reaches the same records as before.']],
  [{ guests: ids }, ['The records could not be counted in time.']],
  [{ error: 'Unknown name.' }, ['This cannot be evaluated before it is saved.']],
  [
    { error: 'Unknown name.', opensToEveryone: true, isUncertain: true },
    ['This cannot be evaluated before it is saved.', 'Everyone might get access to all records.'],
  ],
])('the change %j is described', (part, sentences) => {
  expect(describeRuleChange({ ...change, ...part })).toEqual(sentences)
})
