import type { Knowledge } from './followSample.ts'

const reader = (name: string) => ({ email: `${name}@readers.example`, username: name, password: `password-${name}` })
const client = (letter: string) => ({ email: `office@client-${letter}.example`, password: `client-password-${letter}` })

/**
 * Values for the placeholders of the magazine's samples: alice is its chief editor, the first author and the owner of some media.
 */
export const magazineKnowledge: Omit<Knowledge, 'idIn'> = {
  accounts: {
    admin: { email: 'editor@magazine.example', password: 'magazine-admin-1' },
    users: reader('alice'),
    clients: client('a'),
    'users delete': reader('erin'),
    'users confirm-verification': reader('frank'),
    'users confirm-email-change': reader('grace'),
    'users confirm-password-reset': reader('dave'),
    'clients confirm-verification': client('b'),
    'clients confirm-email-change': client('b'),
    'clients confirm-password-reset': client('c'),
  },
  values: {
    users: { NEW_EMAIL: 'new@readers.example', NEW_PASSWORD: 'another-password' },
    clients: { NEW_EMAIL: 'new@client-a.example', NEW_PASSWORD: 'another-password' },
    posts: { AUTHOR_ID: 'author000000001' },
    'posts view': { RECORD_ID: 'post00000000001' },
    'authors update': { RECORD_ID: 'author000000001' },
    'comments create': { POST_ID: 'post00000000001' },
    'media update': { RECORD_ID: 'media0000000001' },
    'media delete': { RECORD_ID: 'media0000000001' },
    'comments view': { RECORD_ID: 'comment00000001' },
    post_stats: { RECORD_ID: 'post00000000001' },
  },
}
