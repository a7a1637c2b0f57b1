import type PocketBase from 'pocketbase'
import { clubSchema } from './clubSchema.ts'
import type { Knowledge } from './followSample.ts'

const admin = { email: 'editor@magazine.example', password: 'magazine-admin-1' }
const ann = { email: 'ann@club.example', username: 'ann', password: 'password-of-ann-1' }
const ben = { email: 'ben@club.example', username: 'ben', password: 'password-of-ben-1' }
const boss = { email: 'boss@club.example', password: 'password-of-boss' }
const aide = { email: 'aide@club.example', password: 'password-of-aide' }

const clerk = { email: 'clerk@club.example', password: 'password-of-clerk' }

const ids = {
  team: 'team00000000001',
  ann: 'ann000000000001',
  ben: 'ben000000000001',
  event: 'event0000000001',
  party: 'event0000000002',
}

/** Rules and settings that let an import delete every collection of the magazine. */
export const clubPreparation = { sql: 'UPDATE _collections SET system = 0' }

/** Replaces the magazine's collections with the club's, and creates the records that their rules require. */
export async function arrangeClub(client: PocketBase): Promise<void> {
  await client.collections.import(clubSchema as never, true)
  await client.collection('teams').create({ id: ids.team, name: 'The first one' })
  const withPassword = <A extends { password: string }>(account: A) => ({ ...account, passwordConfirm: account.password })
  await client.collection('members').create({ ...withPassword(ann), id: ids.ann, role: 'editor', team: ids.team })
  await client.collection('members').create({ ...withPassword(ben), id: ids.ben, role: 'guest', team: ids.team })
  await client.collection('staff').create({ ...withPassword(boss), level: 2 })
  await client.collection('staff').create({ ...withPassword(aide), level: 1 })
  await client.collection('staff').create({ ...withPassword(clerk), level: 1 })
  await client.collection('events').create({ id: ids.event, open: true, hosts: [ids.ann] })
  await client.collection('events').create({ id: ids.party, open: true, hosts: [ids.ann, ids.ben] })
}

/** Values for the placeholders of the club's samples: ann is an editor of the team and a host of the events. */
export const clubKnowledge: Omit<Knowledge, 'idIn'> = {
  accounts: {
    admin,
    members: ann,
    staff: boss,
    ...Object.fromEntries(
      ['verification', 'email-change', 'password-reset'].flatMap(kind => [
        [`members confirm-${kind}`, ben],
        [`staff confirm-${kind}`, kind === 'email-change' ? aide : clerk],
      ]),
    ),
  },
  values: {
    members: { NEW_EMAIL: 'new@club.example', NEW_PASSWORD: 'another-password-1' },
    staff: { NEW_EMAIL: 'new@club.example', NEW_PASSWORD: 'another-password' },
    'teams view': { RECORD_ID: ids.team },
    'teams update': { RECORD_ID: ids.team },
    articles: { SKU: 'ABC-1234', REVIEWERS_ID_2: ids.ben },
    bookings: { EVENT_ID: ids.event },
    'events delete': { RECORD_ID: ids.party },
  },
}
