import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { plain, state, thing } from '../../../reading/words/rows.ts';

/** Listings, descriptions and input. */
export const SAID_OF_LISTINGS: readonly ConceptRow[] = [
  plain(
    'INLISTING',
    cross(
      'x402scan,bazaar,the bazaar,cdp bazaar,the index,the directory',
      'knows this,knows the,knows it,lists this,lists the,carries this,carries the,has an entry,has this,has a listing',
    ),
  ),
  state(
    'NOTLISTEDLONE',
    cross(
      'x402scan,bazaar,the bazaar,cdp bazaar,index,directory,catalog,catalogue,registry',
      'has no entry,has no listing,has no record,shows no entry,shows nothing,does not know it,does not list it,does not have it,has never heard of it,knows nothing of it',
    ),
  ),
  thing('LISTING', 'catalogue entry, index entry, its entry in the catalogue, its catalogue entry'),
  state(
    'ERR404',
    "link 404s, link 404's, link is a 404, link gives 404, link goes nowhere, link leads nowhere, link is broken",
  ),
  state(
    'UNDECLARED',
    "is anyone's guess, anyone's guess, anybody's guess, is anybody's guess, left as an exercise, a riddle, is a riddle",
  ),
  thing('SCHEMA', 'its inputs, the inputs, its input, their inputs, what it wants as input'),
  plain(
    'INLIST',
    'it appears when, it appears in, it appears on, it appears under, it appears at, appears when, appears in, appears on, appears under, returns the route, returns this route, returns it, returns the endpoint, finds the route, finds it, brings it up, turns it up, has it, have it, lists it, list it, carries it, carry it, shows it, knows it, know it, i can find it, you can find it, comes up when, comes up in, comes up under, shows up when, shows up in, shows up on, shows up under',
  ),
  plain('APPEARED', 'in the list, on the list, in their list, is in the list, is on the list'),
  plain(
    'FIRSTSEEN',
    'no trace of it, before that no trace, no trace before, not there before, was not there before, first crawl, first crawled, first scrape, first spotted, first noticed',
  ),
  state(
    'NOTLISTED',
    'neither has it, neither have it, neither of them has it, neither lists it, none of them has it, none has it, none lists it, not to be found',
  ),
  state(
    'ERR404',
    'giving page not found, gives page not found, page not found, file not found, not found page, does not open, not opening',
  ),
  state(
    'UNDECLARED',
    'nowhere mentioned, nowhere they have mentioned, nowhere described, nowhere documented, nowhere stated, nowhere explained, nowhere written, not mentioned anywhere, not described anywhere, not written anywhere',
  ),
  thing(
    'SCHEMA',
    'what body to send, which body to send, what params to send, which params to send, request params, what json to send, what to post, which arguments to send, arguments it takes, arguments it wants',
  ),
  thing('OPENAPI', 'application json, swagger yaml, openapi yaml, openapi link, spec url, spec link'),
  state('NOTLISTED', 'not listed, is not listed, not indexed, not found'),
  plain('APPEARED', 'has carried, has listed, has had this, carried this, carries this since'),
];
