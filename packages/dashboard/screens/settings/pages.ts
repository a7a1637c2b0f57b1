import type { IconType } from '@coffer/ui'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import {
  Activity,
  Archive,
  CodeXml,
  FileDown,
  FileUp,
  Gauge,
  HardDrive,
  HeartPulse,
  KeyRound,
  Lock,
  Mail,
  Network,
  SlidersHorizontal,
  UserCog,
  Webhook,
} from 'lucide-react'

/** The headings of the sidebar in their order. The `Sync` pages are hidden while the collection controls are hidden. */
export const pageGroups = ['System', 'Sync', 'Authentication'] as const

interface SettingsPage {
  /** Path below /settings; `/` is the area itself. */
  path: string
  /** Label of the link. */
  label: string
  group: (typeof pageGroups)[number]
  icon: IconType
  component: RouteComponent
}

/** All settings pages in the order of the sidebar. A new page needs a folder and an entry here. */
export const settingsPages = [
  {
    path: '/',
    label: 'Application',
    group: 'System',
    icon: SlidersHorizontal,
    component: lazyRouteComponent(() => import('./application/ApplicationPage.tsx'), 'ApplicationPage'),
  },
  {
    path: '/mail',
    label: 'Mail settings',
    group: 'System',
    icon: Mail,
    component: lazyRouteComponent(() => import('./mail/MailPage.tsx'), 'MailPage'),
  },
  {
    path: '/storage',
    label: 'Files storage',
    group: 'System',
    icon: HardDrive,
    component: lazyRouteComponent(() => import('./storage/StoragePage.tsx'), 'StoragePage'),
  },
  {
    path: '/web-hooks',
    label: 'Web hooks',
    group: 'System',
    icon: Webhook,
    component: lazyRouteComponent(() => import('./webHooks/WebHooksPage.tsx'), 'WebHooksPage'),
  },
  {
    path: '/code',
    label: 'Code',
    group: 'System',
    icon: CodeXml,
    component: lazyRouteComponent(() => import('./code/CodePage.tsx'), 'CodePage'),
  },
  {
    path: '/rate-limits',
    label: 'Rate limits',
    group: 'System',
    icon: Gauge,
    component: lazyRouteComponent(() => import('./rateLimits/RateLimitsPage.tsx'), 'RateLimitsPage'),
  },
  {
    path: '/backups',
    label: 'Backups',
    group: 'System',
    icon: Archive,
    component: lazyRouteComponent(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
  },
  {
    path: '/health',
    label: 'Health check',
    group: 'System',
    icon: HeartPulse,
    component: lazyRouteComponent(() => import('./health/HealthPage.tsx'), 'HealthPage'),
  },
  {
    path: '/server',
    label: 'Server',
    group: 'System',
    icon: Activity,
    component: lazyRouteComponent(() => import('./load/ServerPage.tsx'), 'ServerPage'),
  },
  {
    path: '/nodes',
    label: 'Nodes',
    group: 'System',
    icon: Network,
    component: lazyRouteComponent(() => import('./nodes/NodesPage.tsx'), 'NodesPage'),
  },
  {
    path: '/export-collections',
    label: 'Export collections',
    group: 'Sync',
    icon: FileDown,
    component: lazyRouteComponent(() => import('./exportCollections/ExportPage.tsx'), 'ExportPage'),
  },
  {
    path: '/import-collections',
    label: 'Import collections',
    group: 'Sync',
    icon: FileUp,
    component: lazyRouteComponent(() => import('./importCollections/ImportPage.tsx'), 'ImportPage'),
  },
  {
    path: '/auth-providers',
    label: 'Auth providers',
    group: 'Authentication',
    icon: Lock,
    component: lazyRouteComponent(() => import('./providers/ProvidersPage.tsx'), 'ProvidersPage'),
  },
  {
    path: '/tokens',
    label: 'Token options',
    group: 'Authentication',
    icon: KeyRound,
    component: lazyRouteComponent(() => import('./tokens/TokensPage.tsx'), 'TokensPage'),
  },
  {
    path: '/admins',
    label: 'Admins',
    group: 'Authentication',
    icon: UserCog,
    component: lazyRouteComponent(() => import('./admins/AdminsPage.tsx'), 'AdminsPage'),
  },
] as const satisfies readonly SettingsPage[]
