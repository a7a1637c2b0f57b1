/** What a client or the command line says about an administrator. */
export interface AdminForm {
  id: string
  avatar: number
  email: string
  password: string
  passwordConfirm: string
}

export const emptyAdminForm: AdminForm = { id: '', avatar: 0, email: '', password: '', passwordConfirm: '' }
