import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import { departmentNames } from '@sinter/sdk/contract/admin/departments';
import * as certifications from '@sinter/sdk/contract/admin/certifications';
import * as countries from '@sinter/sdk/contract/admin/countries';
import * as deliveryAddresses from '@sinter/sdk/contract/admin/deliveryAddresses';
import * as facilities from '@sinter/sdk/contract/admin/facilities';
import * as profiles from '@sinter/sdk/contract/admin/profiles';
import * as tags from '@sinter/sdk/contract/admin/tags';
import * as team from '@sinter/sdk/contract/admin/team';
import * as theme from '@sinter/sdk/contract/admin/theme';
import { contractOf } from '@sinter/sdk/contract/contract';
import { areaTexts, defineServer } from '@sinter/sdk/server';
import * as departments from './migrations/002_departments.ts';
import * as places from './migrations/001_places.ts';
import * as tagTables from './migrations/003_tags.ts';
import { handleAddresses } from './places/addresses.ts';
import { handleCertifications } from './places/certifications.ts';
import { handleCountries } from './places/countries.ts';
import { handleFacilities } from './places/facilities.ts';
import { handleProfiles } from './places/profiles.ts';
import { seedTags } from './tags/demo.ts';
import { tagsOfFacilities } from './tags/facilityTags.ts';
import { handleTags } from './tags/handlers.ts';
import { handleDepartments, names } from './team/departments.ts';
import { handleInvitations } from './team/invitations.ts';
import { handleTeam } from './team/team.ts';
import { handleTheme } from './theme/handlers.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'admin',
  contract: contractOf(certifications, countries, deliveryAddresses, facilities, profiles, tags, team, theme),
  migrations: { '001_places': places, '002_departments': departments, '003_tags': tagTables },
  demo: seedTags,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(departmentNames, names);
    server.provide(facilityTags, tagsOfFacilities);
    handleFacilities(server);
    handleProfiles(server);
    handleCertifications(server);
    handleAddresses(server);
    handleCountries(server);
    handleTeam(server);
    handleInvitations(server);
    handleDepartments(server);
    handleTheme(server);
    handleTags(server);
  },
});
