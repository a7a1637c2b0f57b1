import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

export const toneIcons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const
