import { accountScenarios, faultScenarios } from '@photofeed/core/scenarios'
import {
  type ConnectionStatus,
  connectionStatuses,
  apiKey as keyForm,
  type PlanName,
  plans,
} from '@photofeed/openapi'
import { z } from 'zod'
import { count, line, list, object, text, time } from '../schemas/value-schemas.ts'
import type { AccountInput } from './account-input.ts'
import { picture } from './media-schema.ts'
import { ownPost } from './post-schema.ts'

const planNames = Object.keys(plans) as PlanName[]
const statuses = Object.keys(connectionStatuses) as ConnectionStatus[]
const publishedKeys = new Set<string>(
  [...accountScenarios, ...faultScenarios].map(({ apiKey }) => apiKey),
)

const keyText = 'a key of 64 characters, only digits and the letters a to f'

export const accountSchema = object({
  username: line
    .refine((name) => !name.startsWith('@'), { error: 'without a leading @' })
    .optional(),
  scenario: line.optional(),
  description: line.optional(),
  apiKey: z
    .string({ error: keyText })
    .regex(new RegExp(keyForm.pattern), { error: keyText })
    .refine((key) => !publishedKeys.has(key), { error: 'a key that no published scenario has' })
    .optional(),
  plan: z.enum(planNames, { error: `one of ${planNames.join(', ')}` }).optional(),
  status: z.enum(statuses, { error: `one of ${statuses.join(', ')}` }).optional(),
  name: text.nullable().optional(),
  biography: text.nullable().optional(),
  website: text.nullable().optional(),
  profilePicture: picture.nullable().optional(),
  followersCount: count.nullable().optional(),
  followsCount: count.nullable().optional(),
  mediaCount: count.nullable().optional(),
  lastFetchAt: time.nullable().optional(),
  posts: list(ownPost).optional(),
} satisfies Record<keyof AccountInput, z.ZodType>)

/** An account as it was written: checked, its times in the service's form, nothing filled in. */
export type WrittenAccount = z.infer<typeof accountSchema>
