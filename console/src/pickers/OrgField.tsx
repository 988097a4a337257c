import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { pickedRecord } from '../crud/picker/picked-record.ts';
import { RecordSelect } from '../crud/picker/RecordSelect.tsx';
import type { FieldsOf } from '../crud/form/use-validated-form.ts';
import { useDefaultOrg } from '../session/default-org.ts';
import { useViewer } from '../session/viewer.ts';
import { pickers } from './pickers.ts';

interface OwnedValues {
  orgId: string | null;
}

/**
 * Whether the viewer could make a record in several orgs and has to say in which, and the org to start from: the one in the
 * address, else the viewer's default, else the only one.
 */
export function useOwner(): { needed: boolean; orgId: string | null } {
  const { orgs, roles } = useViewer();
  const [parameters] = useSearchParams();
  const [defaultOrg] = useDefaultOrg();
  const needed = roles.includes('root') || orgs.length !== 1;
  const first = orgs[0]?.id ?? null;
  return { needed, orgId: needed ? (parameters.get('orgId') ?? defaultOrg ?? first) : first };
}

/** The `orgId` of a form's schema. */
export const ownerSchema = (needed: boolean) => (needed ? pickedRecord : z.optional(z.nullable(z.string())));

/** Which org will own a new record; asked only of those who belong to several, or to none. */
export function OrgField({ form }: { form: FieldsOf<OwnedValues> }) {
  const { t } = useTranslation();
  const { needed } = useOwner();
  return needed ? (
    <RecordSelect picker={pickers.org} label={t('fields.orgId')} required {...form.getInputProps('orgId')} />
  ) : null;
}
