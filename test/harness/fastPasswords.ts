/**
 * Hashes of the passwords in `fixtures/samples/README.md` with the smallest cost of bcrypt: the table, the column that identifies
 * a row, its value and the hash.
 */
const hashes: readonly [table: string, column: string, value: string, hash: string][] = [
  ['_admins', 'email', 'editor@magazine.example', '$2a$04$GyJUzfDP5/262VNKZl.aiupNP7VU03nbjimm8xjjzLn8XlrwN9Bmi'],
  ['_admins', 'email', 'second@magazine.example', '$2a$04$gF4d3ByvycNIkL28uh1mDOiY3tsun9PT2UTh0yB3ks.yIW717OILq'],
  ['users', 'username', 'alice', '$2a$04$dWdfpaY3pHz/5l85qB9o5uTMQoe0tnIHZ9chCFVChEXi6FRQy/Rsi'],
  ['users', 'username', 'bob', '$2a$04$L7M.40.IXOkOt0PrQcJVvu3baCzeQc/0bmudDFgndlaSu.pGagijW'],
  ['users', 'username', 'carol', '$2a$04$DMlSaqF2q0wymTVTOQuJZuhuEUhXomenPrXtjVlJrrUrrPAw/eLbG'],
  ['users', 'username', 'dave', '$2a$04$YJ10XQMe27KtrCrEfkdru./fcO6.5UyABtMIcWrlP4D5gGFf47I1G'],
  ['users', 'username', 'erin', '$2a$04$exMQvXdTaRZEXKr/6ltxGeHTjdHeshsILRC9wOwSCr0i1CyKRskh.'],
  ['users', 'username', 'frank', '$2a$04$POTVoiJ/5HGFtMd2RGPZeOSpkTYPMASfYOV/5tbDd5odRo08T3C8C'],
  ['users', 'username', 'grace', '$2a$04$x5dR7gYa.Z1RHOEhHYI6i.yR40DYn8q721mZDzSC.QNb3x93wUbo2'],
  ['users', 'username', 'no_mail', '$2a$04$RbMB6Qeu/sho3yWe48o/wu4auAwDWXafPFr/UW6lic2JMoDCEVLJ2'],
  ['clients', 'email', 'office@client-a.example', '$2a$04$ckk1Mo4gM4o.tbxJ3/XmqODWJThCFQmcTVS9LGsYMTC9pRawdOw/u'],
  ['clients', 'email', 'office@client-b.example', '$2a$04$dLtWcQZXBwMbuRi9iYQyguji6qMlFKQF6QJ5ICFFmB6iug1x9gwVu'],
  ['clients', 'email', 'office@client-c.example', '$2a$04$ZdPOS1bPjqQ2b4pVeQFoRO4Ui9fp7JRZtxMJuNrdScd96E4aPlKC2'],
]

/**
 * Prepares a copy of the samples `magazine` and `later`: a sign-in takes a millisecond instead of 0.2 seconds of a core, and the
 * recorded exchanges sign in more than 150 times.
 */
export const fastPasswords = {
  sql: `BEGIN; ${hashes
    .map(([table, column, value, hash]) => `UPDATE ${table} SET passwordHash = '${hash}' WHERE ${column} = '${value}';`)
    .join(' ')} COMMIT`,
}
