import { getRouteApi } from '@tanstack/react-router'
import { LoginForm } from './LoginForm.tsx'

const route = getRouteApi('/signed-out/login')

/** Admin sign-in screen. */
export function LoginScreen() {
  return <LoginForm {...route.useSearch()} />
}
