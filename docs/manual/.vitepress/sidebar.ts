import type { DefaultTheme } from 'vitepress'

/** The pages of the manual by group, in reading order. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Build apps',
    items: [
      { text: 'Related records in filters', link: '/filters' },
      { text: 'OAuth2 providers', link: '/oauth2' },
      { text: 'SDK versions', link: '/clients' },
    ],
  },
  {
    text: 'Run Coffer',
    items: [
      { text: 'Proxies and TLS', link: '/proxies' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
]
