/**
 * The requesters: a guest; the owner of the record; another user; an unverified user; a record of another auth collection; an
 * admin;
 * and, with tokens that make them guests, the owner (expired, or with an invalid signature) and a deleted user.
 */
export const requesters = ['guest', 'expired', 'forged', 'gone', 'owner', 'other', 'unverified', 'client', 'admin'] as const
export type Requester = (typeof requesters)[number]

/** `file` downloads a protected file; `expand` expands all records of a relation of a public record. */
export const actions = ['list', 'view', 'create', 'update', 'delete', 'file', 'expand'] as const
export type Action = (typeof actions)[number]

/**
 * The results that the 0.22 wire contract specifies if all five actions have the rule: for `list` and `expand` the number of
 * records or a status, for the other actions the status.
 *
 * The rule guards four records:
 * - The first belongs to the `owner`, whose email is hidden; its `members` are the owner and the unverified user.
 * - The other user is the owner and the member of the second.
 * - The third has neither.
 * - The fourth belongs to the deleted user; its members are that user and the owner.
 *
 * The first record is viewed, updated and deleted, and has the file; a new record has the same values. Each request names its
 * requester for rules to read: as `says` in its query and in the body of a write, and as `X-Says` in its headers.
 */
export const rulesTable: Record<string, { rule: string | null; expected: string }> = {
  'no rule': {
    rule: null,
    expected: `                       list view create update delete file expand
      guest expired forged gone    403  403  403    403    403    403  0
      owner other unverified       403  403  403    403    403    403  0
      client                       403  403  403    403    403    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'an empty rule': {
    rule: '',
    expected: `                       list view create update delete file expand
      guest expired forged gone    4    200  200    200    204    200  4
      owner other unverified       4    200  200    200    204    200  4
      client admin                 4    200  200    200    204    200  4`,
  },
  // A record without an owner belongs to requesters without an id.
  'the owner': {
    rule: 'owner = @request.auth.id',
    expected: `                       list view create update delete file expand
      guest expired forged gone    1    404  400    404    404    403  1
      owner                        1    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'the signed-in owner': {
    rule: '@request.auth.id != "" && owner = @request.auth.id',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner                        1    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'every signed-in user': {
    rule: '@request.auth.id != ""',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       4    200  200    200    204    200  4
      client admin                 4    200  200    200    204    200  4`,
  },
  'verified users': {
    rule: '@request.auth.verified = true',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other client admin     4    200  200    200    204    200  4
      unverified                   0    404  400    404    404    403  0`,
  },
  'users of a collection': {
    rule: '@request.auth.collectionName = "clients"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client admin                 4    200  200    200    204    200  4`,
  },
  'a field of the requester': {
    rule: '@request.auth.role = "chief"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner unverified client      0    404  400    404    404    403  0
      other admin                  4    200  200    200    204    200  4`,
  },
  'a removed field': {
    rule: 'removed = "x"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    400  404  400    404    404    403  0
      owner other unverified       400  404  400    404    404    403  0
      client                       400  404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'a removed field or a condition that is true': {
    rule: 'state = "open" || removed = "x"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    400  404  400    404    404    403  0
      owner other unverified       400  404  400    404    404    403  0
      client                       400  404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'an incomplete expression': {
    rule: 'state =',
    expected: `                       list view create update delete file expand
      guest expired forged gone    400  404  400    404    404    403  0
      owner other unverified       400  404  400    404    404    403  0
      client                       400  404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  // An empty or dangling relation has an empty id.
  'one of the members': {
    rule: 'members.id ?= @request.auth.id',
    expected: `                       list view create update delete file expand
      guest expired forged gone    2    404  400    404    404    403  2
      owner                        2    200  200    200    204    200  2
      other                        1    404  400    404    404    403  1
      unverified                   1    200  200    200    204    200  1
      client                       0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'one verified member': {
    rule: 'members.verified ?= true',
    expected: `                       list view create update delete file expand
      guest expired forged gone    3    200  200    200    204    200  3
      owner other unverified       3    200  200    200    204    200  3
      client                       3    200  200    200    204    200  3
      admin                        4    200  200    200    204    200  4`,
  },
  'only verified members': {
    rule: 'members.verified = true',
    expected: `                       list view create update delete file expand
      guest expired forged gone    2    404  400    404    404    403  2
      owner other unverified       2    404  400    404    404    403  2
      client                       2    404  400    404    404    403  2
      admin                        4    200  200    200    204    200  4`,
  },
  'a lookup in all users': {
    rule: '@collection.users.id ?= @request.auth.id && @collection.users.role ?= "writer"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner                        4    200  200    200    204    200  4
      other unverified client      0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  // In list rules, hidden emails equal nothing, because a list could be used to guess them.
  'an email that can be hidden': {
    rule: 'owner.email = @request.auth.email',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  2
      owner                        0    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'a value of the body': {
    rule: '@request.data.says = "guest"',
    expected: `                       list view create update delete file expand
      guest                        0    404  200    200    204    403  0
      expired forged gone          0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client                       0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'a forbidden value of the body': {
    rule: '@request.data.says:isset = false',
    expected: `                       list view create update delete file expand
      guest expired forged gone    4    200  400    404    404    200  4
      owner other unverified       4    200  400    404    404    200  4
      client                       4    200  400    404    404    200  4
      admin                        4    200  200    200    204    200  4`,
  },
  'a value of the query': {
    rule: '@request.query.says = "forged"',
    expected: `                       list view create update delete file expand
      guest expired gone           0    404  400    404    404    403  0
      forged                       4    200  200    200    204    200  4
      owner other unverified       0    404  400    404    404    403  0
      client                       0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'a value of the headers': {
    rule: '@request.headers.x_says = "client"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client admin                 4    200  200    200    204    200  4`,
  },
  'reads only': {
    rule: '@request.method = "GET"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    4    200  400    404    404    200  4
      owner other unverified       4    200  400    404    404    200  4
      client                       4    200  400    404    404    200  4
      admin                        4    200  200    200    204    200  4`,
  },
  'protected files only': {
    rule: '@request.context = "protectedFile"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    200  0
      owner other unverified       0    404  400    404    404    200  0
      client                       0    404  400    404    404    200  0
      admin                        4    200  200    200    204    200  4`,
  },
}

/** Returns the cells of one rule by requester: `4 200 200 200 204 200 4`. */
export function expectedCells(expected: string): Record<Requester, string> {
  const cells = new Map<string, string>()
  for (const line of expected.split('\n').slice(1)) {
    const words = line.trim().split(/ +/)
    const names = words.slice(0, -actions.length)
    for (const name of names) cells.set(name, words.slice(-actions.length).join(' '))
  }
  const row = (name: Requester): [Requester, string] => {
    const found = cells.get(name)
    if (found === undefined || cells.size !== requesters.length) throw new Error(`The table has no line for ${name}.`)
    return [name, found]
  }
  return Object.fromEntries(requesters.map(row)) as Record<Requester, string>
}
