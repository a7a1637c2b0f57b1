import type { ProviderName } from '@coffer/schema'
import type { Provider } from './Provider.ts'
import { apple } from './providers/apple.ts'
import { bitbucket } from './providers/bitbucket.ts'
import { box } from './providers/box.ts'
import { discord } from './providers/discord.ts'
import { facebook } from './providers/facebook.ts'
import { gitea } from './providers/gitea.ts'
import { gitee } from './providers/gitee.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { google } from './providers/google.ts'
import { instagram } from './providers/instagram.ts'
import { instagram2 } from './providers/instagram2.ts'
import { kakao } from './providers/kakao.ts'
import { lark } from './providers/lark.ts'
import { linear } from './providers/linear.ts'
import { livechat } from './providers/livechat.ts'
import { mailcow } from './providers/mailcow.ts'
import { microsoft } from './providers/microsoft.ts'
import { monday } from './providers/monday.ts'
import { notion } from './providers/notion.ts'
import { oidc, oidc2, oidc3 } from './providers/oidc.ts'
import { patreon } from './providers/patreon.ts'
import { planningcenter } from './providers/planningcenter.ts'
import { spotify } from './providers/spotify.ts'
import { strava } from './providers/strava.ts'
import { trakt } from './providers/trakt.ts'
import { twitch } from './providers/twitch.ts'
import { twitter } from './providers/twitter.ts'
import { vk } from './providers/vk.ts'
import { wakatime } from './providers/wakatime.ts'
import { yandex } from './providers/yandex.ts'

/** All providers by name, sorted. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  apple,
  bitbucket,
  box,
  discord,
  facebook,
  gitea,
  gitee,
  github,
  gitlab,
  google,
  instagram,
  instagram2,
  kakao,
  lark,
  linear,
  livechat,
  mailcow,
  microsoft,
  monday,
  notion,
  oidc,
  oidc2,
  oidc3,
  patreon,
  planningcenter,
  spotify,
  strava,
  trakt,
  twitch,
  twitter,
  vk,
  wakatime,
  yandex,
}
