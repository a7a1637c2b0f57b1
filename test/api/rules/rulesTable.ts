/**
 * The requesters: nobody, the account that owns the record, another of the same collection, one that is not verified, one of
 * another auth collection, an administrator; and the owner's token when it has expired or is signed with another key, and that
 * of an account that is gone.
 */
export const requesters = ['guest', 'expired', 'forged', 'gone', 'owner', 'other', 'unverified', 'client', 'admin'] as const
export type Requester = (typeof requesters)[number]

/** `file` asks for a protected file; `expand` for all records over a relation of a record that everybody may view. */
export const actions = ['list', 'view', 'create', 'update', 'delete', 'file', 'expand'] as const
export type Action = (typeof actions)[number]

/**
 * For each rule, as that of all five actions, what the 0.22 wire contract says: of `list` and `expand` the number of records
 * shown, or a status; of all others the status.
 *
 * The rule guards four records. Of one `owner` is the owner (whose email is hidden) and `members` are the owner and the
 * unverified account; of one both are the other account; of one both are empty; of one the owner is the account that is gone,
 * and the members are that account and the owner. The first is viewed, updated, deleted, and holds the file; a new record is
 * made like it. Each request says who makes it, as `says` in its query, as `X-Says` in its headers and as `says` in the body of
 * a write: rules that ask for that believe it.
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
  // To whom has no id, a record without an owner belongs.
  'the owner': {
    rule: 'owner = @request.auth.id',
    expected: `                       list view create update delete file expand
      guest expired forged gone    1    404  400    404    404    403  1
      owner                        1    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'the owner, who has signed in': {
    rule: '@request.auth.id != "" && owner = @request.auth.id',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner                        1    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'who has signed in': {
    rule: '@request.auth.id != ""',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       4    200  200    200    204    200  4
      client admin                 4    200  200    200    204    200  4`,
  },
  'who is verified': {
    rule: '@request.auth.verified = true',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other client admin     4    200  200    200    204    200  4
      unverified                   0    404  400    404    404    403  0`,
  },
  'accounts of a collection': {
    rule: '@request.auth.collectionName = "clients"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client admin                 4    200  200    200    204    200  4`,
  },
  'a field of the account': {
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
  'a removed field beside what holds': {
    rule: 'state = "open" || removed = "x"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    400  404  400    404    404    403  0
      owner other unverified       400  404  400    404    404    403  0
      client                       400  404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'half a sentence': {
    rule: 'state =',
    expected: `                       list view create update delete file expand
      guest expired forged gone    400  404  400    404    404    403  0
      owner other unverified       400  404  400    404    404    403  0
      client                       400  404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  // A relation that is empty or leads nowhere has an empty id.
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
  'verified members alone': {
    rule: 'members.verified = true',
    expected: `                       list view create update delete file expand
      guest expired forged gone    2    404  400    404    404    403  2
      owner other unverified       2    404  400    404    404    403  2
      client                       2    404  400    404    404    403  2
      admin                        4    200  200    200    204    200  4`,
  },
  'an account found among all': {
    rule: '@collection.users.id ?= @request.auth.id && @collection.users.role ?= "writer"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner                        4    200  200    200    204    200  4
      other unverified client      0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  // A list could be probed for hidden emails, so in its rule they are equal to nothing.
  'an email that may be hidden': {
    rule: 'owner.email = @request.auth.email',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  2
      owner                        0    200  200    200    204    200  1
      other                        1    404  400    404    404    403  1
      unverified client            0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'what the body says': {
    rule: '@request.data.says = "guest"',
    expected: `                       list view create update delete file expand
      guest                        0    404  200    200    204    403  0
      expired forged gone          0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client                       0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'what the body must not say': {
    rule: '@request.data.says:isset = false',
    expected: `                       list view create update delete file expand
      guest expired forged gone    4    200  400    404    404    200  4
      owner other unverified       4    200  400    404    404    200  4
      client                       4    200  400    404    404    200  4
      admin                        4    200  200    200    204    200  4`,
  },
  'what the query says': {
    rule: '@request.query.says = "forged"',
    expected: `                       list view create update delete file expand
      guest expired gone           0    404  400    404    404    403  0
      forged                       4    200  200    200    204    200  4
      owner other unverified       0    404  400    404    404    403  0
      client                       0    404  400    404    404    403  0
      admin                        4    200  200    200    204    200  4`,
  },
  'what the headers say': {
    rule: '@request.headers.x_says = "client"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    403  0
      owner other unverified       0    404  400    404    404    403  0
      client admin                 4    200  200    200    204    200  4`,
  },
  'reading alone': {
    rule: '@request.method = "GET"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    4    200  400    404    404    200  4
      owner other unverified       4    200  400    404    404    200  4
      client                       4    200  400    404    404    200  4
      admin                        4    200  200    200    204    200  4`,
  },
  'protected files alone': {
    rule: '@request.context = "protectedFile"',
    expected: `                       list view create update delete file expand
      guest expired forged gone    0    404  400    404    404    200  0
      owner other unverified       0    404  400    404    404    200  0
      client                       0    404  400    404    404    200  0
      admin                        4    200  200    200    204    200  4`,
  },
}

/** The cells of one rule by requester: `4 200 200 200 204 200 4`. */
export const expectedCells = (expected: string): Record<Requester, string> => {
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
