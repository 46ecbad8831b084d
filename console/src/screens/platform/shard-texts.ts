/** Texts of the screen of shards. */
import { texts } from '../../texts/dictionary.ts'

export const SHARD_TEXTS = texts(
  {
    title: 'Shards',
    hint: 'The database servers that organizations are spread over. Each organization lives whole on one of them; while a server is away, only its own organizations wait.',
    caption: 'Shards by their numbers',
    noShards: 'All organizations are on one database',
    noShardsHint:
      'A shard is one of several database servers that organizations are spread over, when one server is no longer enough. How to begin is in docs/shards.md of the program.',
    shard: 'Shard',
    tenants: 'Organizations',
    size: 'Size',
    behind: 'Behind the first',
    notKept: 'Has no place in the log',
    first: 'Is the first',
    connections: 'Connections',
    connectionsOf: (used: string, most: string) => `${used} of ${most}`,
    schema: 'Schema',
  },
  {
    title: 'Veritabanı sunucuları',
    hint: 'Kuruluşların dağıtıldığı veritabanı sunucuları (shard). Her kuruluş bütünüyle bunlardan birindedir; bir sunucuya ulaşılamazsa yalnızca kendi kuruluşları bekler.',
    caption: 'Numarasına göre sunucular',
    noShards: 'Tüm kuruluşlar tek veritabanında',
    noShardsHint:
      'Tek sunucu yetmediğinde kuruluşlar birden çok veritabanı sunucusuna (shard) dağıtılır. Nasıl başlanacağı programın docs/shards.md sayfasındadır.',
    shard: 'Sunucu',
    tenants: 'Kuruluşlar',
    size: 'Boyut',
    behind: 'İlk sunucudan geride',
    notKept: 'Günlükte yeri yok',
    first: 'İlk sunucu',
    connections: 'Bağlantılar',
    connectionsOf: (used, most) => `${used} / ${most}`,
    schema: 'Şema',
  },
)
