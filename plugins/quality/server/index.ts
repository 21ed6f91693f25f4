import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import { commentSubjects } from '@sinter/sdk/contract/comments/subjects';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as capas from '@sinter/sdk/contract/quality/capas';
import * as qualityGates from '@sinter/sdk/contract/quality/gates';
import * as holds from '@sinter/sdk/contract/quality/holds';
import * as inspectionPlans from '@sinter/sdk/contract/quality/inspectionPlans';
import * as inspections from '@sinter/sdk/contract/quality/inspections';
import * as passports from '@sinter/sdk/contract/quality/passport';
import { gates } from '@sinter/sdk/contract/production/askGates';
import * as ncrs from '@sinter/sdk/contract/quality/ncrs';
import * as orderNcrs from '@sinter/sdk/contract/quality/orderNcrs';
import * as quality from '@sinter/sdk/contract/quality/quality';
import { certificateBasis } from '@sinter/sdk/contract/orders/certificateBasis';
import { containment } from '@sinter/sdk/contract/quality/containment';
import { plannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import { areaTexts, auditNames, defineServer, fileRelations, noticeKinds, settingKinds } from '@sinter/sdk/server';
import { ncrsByName } from './auditNames.ts';
import { seedDemo } from './demo.ts';
import { seedCapas } from './capa/demo.ts';
import { handleCapas } from './capa/handlers.ts';
import { contained } from './containment.ts';
import { photographed } from './fileRelations.ts';
import { ncrGates } from './gates.ts';
import { handleNcrs } from './handlers.ts';
import { conformity } from './certificates/conformity.ts';
import { preview } from './certificates/preview.ts';
import { quality as kind } from './kind.ts';
import { handleListed } from './listed.ts';
import * as ncrTables from './migrations/001_ncr.ts';
import * as passportTables from './migrations/010_passport.ts';
import { seedPassports } from './passport/demo.ts';
import { handlePassports } from './passport/handlers.ts';
import * as historyTables from './migrations/002_history.ts';
import { ncrComments } from './ncr/comments.ts';
import { kinds } from './ncr/notices.ts';
import { remadeLots } from './ncr/remade.ts';
import * as inspectionTables from './migrations/030_inspection.ts';
import * as firstArticle from './migrations/031_first_article.ts';
import * as switching from './migrations/032_switching.ts';
import * as capaTemplates from './migrations/033_capa_templates.ts';
import * as openHolds from './migrations/034_open_holds.ts';
import { seedInspections } from './inspection/demo.ts';
import { handleInspections } from './inspection/handlers.ts';
import * as capaTables from './migrations/020_capa.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'quality',
  contract: contractOf(quality, capas, inspections, inspectionPlans, qualityGates, holds, ncrs, orderNcrs, passports),
  after: ['admin', 'orders', 'scheduling', 'production', 'preparation', 'comments'],
  migrations: {
    '001_ncr': ncrTables,
    '002_history': historyTables,
    '010_passport': passportTables,
    '020_capa': capaTables,
    '030_inspection': inspectionTables,
    '031_first_article': firstArticle,
    '032_switching': switching,
    '033_capa_templates': capaTemplates,
    '034_open_holds': openHolds,
  },
  async demo(unit, world, services) {
    await seedPassports(unit, world, services);
    await seedDemo(unit, world, services);
    await seedCapas(unit, world);
    await seedInspections(unit, world, services);
  },
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(settingKinds, kind);
    server.contribute(taggedKinds, 'NCR');
    server.contribute(containment, contained);
    server.contribute(plannedParts, remadeLots);
    server.contribute(gates, ncrGates);
    server.contribute(commentSubjects, ncrComments);
    server.contribute(fileRelations, photographed(server));
    server.contribute(auditNames, ncrsByName);
    server.contribute(noticeKinds, Object.values(kinds));
    handleNcrs(server);
    handleListed(server);
    handlePassports(server);
    handleCapas(server);
    handleInspections(server);
    server.contribute(certificateBasis, conformity);
    server.handle(quality.previewCertificate, preview);
  },
});
