import { oncePer } from '../once-per.ts';
import { foldHeader } from './import.ts';

/** What files write of a closed list's values, folded, beside the values themselves; by the name the API gives the list. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WasteStream: {
    biodegradabil: 'biodegradable',
    bio: 'biodegradable',
    biodeseuri: 'biodegradable',
    compost: 'biodegradable',
    maro: 'biodegradable',
    sticla: 'glass',
    verde: 'glass',
    hartie: 'paper_cardboard',
    carton: 'paper_cardboard',
    'hartie carton': 'paper_cardboard',
    'hartie si carton': 'paper_cardboard',
    paper: 'paper_cardboard',
    'paper and cardboard': 'paper_cardboard',
    albastru: 'paper_cardboard',
    plastic: 'plastic_metal',
    'plastic metal': 'plastic_metal',
    'plastic si metal': 'plastic_metal',
    'plastic and metal': 'plastic_metal',
    galben: 'plastic_metal',
    rezidual: 'residual',
    reziduale: 'residual',
    menajer: 'residual',
    gri: 'residual',
    negru: 'residual',
  },
  AccessMode: {
    'cu card': 'controlled',
    card: 'controlled',
    controlat: 'controlled',
    'by card': 'controlled',
    'acces liber': 'open',
    liber: 'open',
    deschis: 'open',
    'fara card': 'open',
  },
  OccupierKind: {
    casnic: 'domestic',
    'persoana fizica': 'domestic',
    person: 'domestic',
    pf: 'domestic',
    'persoana juridica': 'business',
    pj: 'business',
    'agent economic': 'business',
    firma: 'business',
    company: 'business',
    neocupat: 'unoccupied',
    nelocuit: 'unoccupied',
    gol: 'unoccupied',
    necunoscut: 'unknown',
  },
  MemberRole: {
    'implementator local': 'local_implementer',
    implementator: 'local_implementer',
    implementer: 'local_implementer',
    'utilizator rapoarte': 'local_reporter',
    rapoarte: 'local_reporter',
    reporter: 'local_reporter',
    'reports user': 'local_reporter',
    'administrator de containere': 'container_admin',
    'administrator containere': 'container_admin',
    containere: 'container_admin',
    'container administrator': 'container_admin',
    'administrator de bloc': 'manager',
    'administrator bloc': 'manager',
    'property manager': 'manager',
    'property administrator': 'manager',
  },
  CardKind: { fizic: 'physical', rfid: 'physical', virtual: 'virtual', telefon: 'virtual', phone: 'virtual' },
};

/** The values of a list, by what files write of them: a list's rows ask for one each. */
const meantBy = oncePer((values: readonly string[]) => new Map(values.map((value) => [foldHeader(value), value])));

/** The value of a closed list that a file means; undefined when it is none. */
export function valueOfWord<Value extends string>(
  list: string,
  values: readonly Value[],
  text: string,
): Value | undefined {
  const folded = foldHeader(text);
  const word = words[list]?.[folded];
  return (meantBy(values).get(folded) as Value | undefined) ?? values.find((each) => each === word);
}
