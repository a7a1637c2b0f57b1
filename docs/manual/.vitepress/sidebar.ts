import type { DefaultTheme } from 'vitepress'

/** The pages of the manual by group, in reading order. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'What Coffer is', link: '/' },
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Fields', link: '/fields' },
    ],
  },
  {
    text: 'Rules and filters',
    items: [
      { text: 'Rules and filters', link: '/rules' },
      { text: '25 examples', link: '/rules-cookbook' },
      { text: 'Filters over relations', link: '/filters' },
      { text: 'Access', link: '/access' },
    ],
  },
  {
    text: 'Build apps',
    items: [
      { text: 'Which SDK?', link: '/clients' },
      { text: 'Generated types and OpenAPI', link: '/generated-types' },
      { text: 'Realtime guide', link: '/realtime' },
      { text: 'Files', link: '/files' },
      { text: 'OAuth2 providers', link: '/oauth2' },
      { text: 'Mail', link: '/mail' },
      { text: 'Web hooks', link: '/web-hooks' },
      { text: 'Code of your own', link: '/hooks' },
      { text: 'Recipes for code', link: '/code-recipes' },
      { text: 'From pb_hooks', link: '/pb-hooks' },
    ],
  },
  {
    text: 'API',
    items: [
      { text: 'Records', link: '/api-records' },
      { text: 'Users and sign-in', link: '/api-auth' },
      { text: 'Files', link: '/api-files' },
      { text: 'Realtime', link: '/api-realtime' },
      { text: 'Administration', link: '/api-admin' },
      { text: 'Errors', link: '/api-errors' },
    ],
  },
  {
    text: 'Run Coffer',
    items: [
      { text: 'Deployment', link: '/deployment' },
      { text: 'Systemd', link: '/systemd' },
      { text: 'Containers', link: '/containers' },
      { text: 'HTTPS', link: '/https' },
      { text: 'Proxies and TLS', link: '/proxies' },
      { text: 'PostgreSQL', link: '/postgresql' },
      { text: 'Several nodes', link: '/nodes' },
      { text: 'A standby for SQLite', link: '/standby' },
      { text: 'Security', link: '/security' },
      { text: 'Backups and restore', link: '/backups' },
      { text: 'Logs', link: '/logs' },
      { text: 'Health check', link: '/doctor' },
      { text: 'Monitoring', link: '/monitoring' },
      { text: 'Migrations', link: '/migrations' },
      { text: 'Upgrading', link: '/upgrading' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Moving from PocketBase', link: '/migration' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Command line', link: '/command-line' },
      { text: 'Settings', link: '/settings' },
      { text: 'Limits', link: '/limits' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
]
