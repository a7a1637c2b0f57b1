import { Outlet } from '@tanstack/react-router'
import { Sidebar } from '../../shell/sidebar/Sidebar.tsx'
import { SettingsSidebar } from './frame/SettingsSidebar.tsx'

/** The list of settings pages beside one of them. */
export function SettingsScreen() {
  return (
    <>
      <Sidebar label="Settings">
        <SettingsSidebar />
      </Sidebar>
      <Outlet />
    </>
  )
}
