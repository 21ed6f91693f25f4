import { definePlugin, shellSearch } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'orders',
  setup(host) {
    host.page('store-front', () => import('./store-front/StoreFrontPage.tsx'));
    host.page('order-create', () => import('./order-create/OrderCreatePage.tsx'));
    host.page('order-history', () => import('./order-history/OrderHistoryPage.tsx'));
    host.page('engineer-orders', () => import('./engineer-orders/EngineerOrdersPage.tsx'));
    host.page('part-orders', () => import('./part-orders/PartOrdersPage.tsx'));
    host.page('shipments', () => import('./shipments/ShipmentsPage.tsx'));
    host.page('shipment', () => import('./shipments/ShipmentPage.tsx'));
    host.page('archive', () => import('./archive/ArchivePage.tsx'));
    host.page('engineer-archive', () => import('./archive/ArchivePage.tsx'));
    host.page('order-details', () => import('./order-details/OrderDetailsPage.tsx'));
    host.page('nda', () => import('./nda/NdaPage.tsx'));
    host.page('delivery-settings', () => import('./dates/DeliveryPage.tsx'));
    host.page('carriers', () => import('./carriers/CarriersPage.tsx'));
    host.page('request-forms', () => import('./request-forms/RequestFormsPage.tsx'));
    host.page('pricing-rules', () => import('./pricing-rules/PricingRulesPage.tsx'));
    host.page('payment-settings', () => import('./payment-settings/PaymentSettingsPage.tsx'));
    host.page('customer-portal', () => import('./portal/CustomerPortalPage.tsx'));
    host.page('vendors', () => import('./vendors/VendorsPage.tsx'));
    host.page('internal-companies', () => import('./vendors/InternalCompaniesPage.tsx'));
    host.page('cad-viewer', () => import('./cad-viewer/CadViewerPage.tsx'));
    host.slot(shellSearch, { id: 'orders', order: 10, load: () => import('./search/OrderResults.tsx') });
  },
});
