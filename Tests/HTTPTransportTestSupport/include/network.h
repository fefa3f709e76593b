int footfall_test_placeholder(void);
