#if !Offline
  #error("Enable the trait “Offline” of the package naru to use NaruOffline.")
#endif
