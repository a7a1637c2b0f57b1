/** The values of an admin as sent by a client or the command line. */
export interface AdminForm {
  id: string
  avatar: number
  email: string
  password: string
  passwordConfirm: string
}

export const emptyAdminForm: AdminForm = { id: '', avatar: 0, email: '', password: '', passwordConfirm: '' }
