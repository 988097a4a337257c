import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { pickedRecord } from '../crud/picker/picked-record.ts';
import { RecordSelect } from '../crud/picker/RecordSelect.tsx';
import type { FieldsOf } from '../crud/form/use-validated-form.ts';
import { useDefaultOrg } from '../session/default-org.ts';
import { useViewer } from '../session/viewer.ts';
import { ownerOf } from './owner.ts';
import { pickers } from './pickers.ts';

interface OwnedValues {
  orgId: string | null;
}

/** Whether the viewer has to say in which org a new record is, and the org to start from (`ownerOf`). */
export function useOwner(): { needed: boolean; orgId: string | null } {
  const [parameters] = useSearchParams();
  const [defaultOrg] = useDefaultOrg();
  return ownerOf(useViewer(), parameters.get('orgId'), defaultOrg);
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
