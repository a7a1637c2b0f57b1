import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, text } from '../replyParts.ts'

/** Appends the discriminator of accounts that were created before usernames were unique. Newer accounts have 0 or none. */
const fullName = (username: string, discriminator: string): string =>
  ['', '0'].includes(discriminator) ? username : `${username}#${discriminator}`

export const discord = defineProvider({
  name: 'discord',
  displayName: 'Discord',
  authUrl: 'https://discord.com/api/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  userApiUrl: 'https://discord.com/api/users/@me',
  scopes: ['identify', 'email'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({
    id: text,
    username: text,
    global_name: text,
    discriminator: text,
    avatar: text,
    email: text,
    verified: flag,
  }),
  toUser: ({ id, username, global_name, discriminator, avatar, email, verified }) => ({
    id,
    username,
    name: global_name || fullName(username, discriminator),
    avatarUrl: `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
    email: verified ? email : '',
  }),
})
