import { boolean, formatted, nodeReference, text } from './field.ts';
import { declareKind } from './kind.ts';
import { defaultTimeZone } from '../time/time-zone.ts';

export const org = declareKind({
  name: 'org',
  address: '/orgs',
  owner: 'none',
  called: 'name',
  searched: 'Words of the name and address; case and diacritics do not matter.',
  fields: {
    name: text(120, { required: true, sorted: 'key' }),
    addr: text(200, {}),
    gisNodeId: nodeReference({
      nullable: true,
      listed: false,
      aboutInput: 'The locality or UAT it is of: it stands for what lists of tower blocks do not say.',
    }),
    timeZone: formatted('timeZone', {
      begins: defaultTimeZone,
      listed: false,
      about: 'IANA zone in which its reports count days and hours.',
    }),
    enabled: boolean({
      laterOnly: true,
      sorted: 'column',
      filtered: true,
      about: 'Members of a disabled org cannot work; its containers go on.',
    }),
  },
});
