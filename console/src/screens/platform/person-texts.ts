/** Texts of a person of another organization who is confirmed. */
import { texts } from '../../texts/dictionary.ts'

export const PERSON_TEXTS = texts(
  {
    confirmPerson: 'Confirm a person',
    confirmPersonHint:
      'For the first two people of an organization, whom nobody there can confirm. Make sure first who it is: the person then decides, sends and approves.',
    confirmPersonDo: 'I know who it is: confirm',
    personConfirmed: 'The person is confirmed.',
    personId: 'Id of the person',
    changeId: 'Id of the change',
    changeIdHint: 'As the organization reads it. Where it has changed since, nothing is confirmed.',
  },
  {
    confirmPerson: 'Kişi doğrula',
    confirmPersonHint:
      'Bir kuruluşun, orada kimsenin doğrulayamayacağı ilk iki kişisi için. Önce kim olduğundan emin olun: kişi sonra karar verir, gönderir, onaylar.',
    confirmPersonDo: 'Kim olduğunu biliyorum: doğrula',
    personConfirmed: 'Kişi doğrulandı.',
    personId: 'Kişinin kimliği',
    changeId: 'Değişikliğin kimliği',
    changeIdHint: 'Kuruluşun okuduğu gibi. O zamandan beri değiştiyse hiçbir şey doğrulanmaz.',
  },
)
